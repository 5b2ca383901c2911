import DOMPurify from 'dompurify'
import { Marked, type Token } from 'marked'

/** Markdown of agents as HTML that can do no harm: no script, no foreign content, links that say where they go. */

const PLAIN_TAGS = /^<\/?(?:br|kbd|sub|sup|details|summary)\s*\/?>$/i
const LINK = /^(?:https?:|mailto:)/i
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => (PLAIN_TAGS.test(text.trim()) ? text : escapeHtml(text)),
    link({ href, title, tokens }) {
      const inner = this.parser.parseInline(tokens)
      if (!LINK.test(href)) return `<span class="no-link" title="${escapeHtml(href)}">${inner}</span>`
      return `<a href="${escapeHtml(href)}" title="${escapeHtml(title ?? href)}" target="_blank" rel="noopener noreferrer">${inner}</a>`
    },
    image({ href, text }) {
      if (PICTURE.test(href)) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`
      if (!LINK.test(href)) return `<span class="no-link">${escapeHtml(text || 'image')}</span>`
      // A picture from elsewhere is fetched when a person opens it, and never by looking at it.
      return `<a class="image-link" href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">Image: ${escapeHtml(text || hostOf(href))} <small>(${escapeHtml(hostOf(href))}, opens in a new tab)</small></a>`
    },
    code: ({ text, lang }) => `<pre tabindex="0"><code data-language="${escapeHtml((lang ?? '').split(/\s/)[0] ?? '')}">${escapeHtml(text)}</code></pre>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

const ALLOWED = {
  ALLOWED_TAGS: ['a', 'b', 'blockquote', 'br', 'code', 'del', 'details', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'kbd', 'li', 'ol', 'p', 'pre', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ALLOWED_ATTR: ['href', 'title', 'target', 'rel', 'class', 'src', 'alt', 'data-language', 'align', 'start', 'tabindex'],
  ALLOW_DATA_ATTR: false,
}

DOMPurify.addHook('uponSanitizeAttribute', (node, data) => {
  if (data.attrName === 'src' && !PICTURE.test(data.attrValue)) data.keepAttr = false
  if (data.attrName === 'href' && !LINK.test(data.attrValue)) data.keepAttr = false
  if (data.attrName === 'class' && !/^(?:image-link|no-link|hljs-[\w-]+(?: [\w-]+)*)$/.test(data.attrValue)) data.keepAttr = false
  if (node.nodeName === 'A' && data.attrName === 'target') data.attrValue = '_blank'
})

export function sanitize(html: string): string {
  return DOMPurify.sanitize(html, ALLOWED)
}

export function htmlOf(token: Token): string {
  return sanitize(marked.parser([token]))
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
