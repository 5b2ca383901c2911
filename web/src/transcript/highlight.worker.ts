import { hljs } from './languages'

onmessage = (event: MessageEvent<{ id: number; language: string; code: string }>) => {
  const { id, language, code } = event.data
  const html = hljs.getLanguage(language) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : ''
  postMessage({ id, html })
}
