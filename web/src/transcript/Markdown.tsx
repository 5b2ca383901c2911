import type { Token } from 'marked'
import { memo, useEffect, useRef } from 'react'
import { BlockSplitter } from './blocks'
import { highlight } from './highlight'
import { htmlOf } from './markdown'

/** Markdown that may still be growing: settled blocks are drawn once, the tail once per frame. */
export function Markdown(props: { text: string; isOpen?: boolean }) {
  const splitter = useRef<BlockSplitter>(null)
  splitter.current ??= new BlockSplitter()
  const blocks = splitter.current.blocks(props.text, props.isOpen ?? false)
  return (
    <div className="markdown">
      {blocks.map((token, at) => <BlockView key={at} token={token} isOpen={(props.isOpen ?? false) && at >= blocks.length - 2} />)}
    </div>
  )
}

const BlockView = memo(
  function BlockView(props: { token: Token; isOpen: boolean }) {
    const element = useRef<HTMLDivElement>(null)
    const isCode = props.token.type === 'code'
    const language = isCode ? String((props.token as { lang?: string }).lang ?? '').split(/\s/)[0] ?? '' : ''
    const code = isCode ? String((props.token as { text?: string }).text ?? '') : ''
    useEffect(() => {
      // Colours come from a worker once the code is complete, so that typing never waits for them.
      if (!isCode || props.isOpen || !language) return
      return highlight(language, code, html => {
        const target = element.current?.querySelector('code')
        if (target) target.innerHTML = html
      })
    }, [isCode, props.isOpen, language, code])
    if (props.token.type === 'space') return null
    return <div ref={element} className="block" dangerouslySetInnerHTML={{ __html: htmlOf(props.token) }} />
  },
  (before, after) => before.isOpen === after.isOpen && before.token.raw === after.token.raw,
)
