import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client'
import { ProblemBox } from '../../ui/states'
import { Loaded } from './Loaded'
import { useSettings } from './settings'

/** Where others come in: the page, programs, agents. */
export function Doors() {
  const link = useMutation({ mutationFn: () => call('newLink', {}) })
  return (
    <Loaded query={useSettings()} rows={3}>
      {settings => {
        const base = `http://127.0.0.1:${settings.doors.port}`
        return (
          <>
            <dl className="facts-list">
              <dt>This page</dt><dd className="mono path">{location.origin}</dd>
              <dt>REST</dt><dd className="mono path">{base}/api</dd>
              <dt>OpenAI</dt><dd className="mono path">{base}/v1</dd>
              <dt>MCP</dt><dd className="mono path">{base}/mcp</dd>
              <dt>Settings</dt><dd className="mono path">{settings.file}</dd>
            </dl>
            <div className="entry">
              <div className="row"><span className="stack grow"><strong>Another browser on this machine</strong><span className="muted small">A link that opens the page once, within ten minutes.</span></span><button className="button" disabled={link.isPending} onClick={() => link.mutate()}>Make a link</button></div>
              {link.data && <p className="answer" role="status"><code className="path">{location.origin + link.data.path}</code></p>}
              {link.error && <ProblemBox failure={link.error} />}
            </div>
            <p className="muted small">For a phone run <code>parley up --lan</code> and scan the code it prints.</p>
          </>
        )
      }}
    </Loaded>
  )
}
