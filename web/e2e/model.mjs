// A model over HTTP, as an API of OpenAI's kind, whose answers a journey writes. A piece may wait for a gate.
import { createServer } from 'node:http'

const NAME = /You are ([a-z0-9_-]+), an agent/

export class Model {
  /** @param mind who is asked, and what it was told last: the text to answer, or a list of pieces, each a text or a promise of nothing */
  constructor(mind) {
    this.mind = mind
    this.asked = []
    this.gates = new Map()
    this.server = createServer((request, answer) => void this.serve(request, answer).catch(() => answer.destroy()))
  }

  async start() {
    await new Promise(resolve => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url() {
    return `http://127.0.0.1:${this.server.address().port}/v1`
  }

  /** Nothing comes through a gate before it is opened. */
  gate(name) {
    if (!this.gates.has(name)) {
      let open
      const passed = new Promise(resolve => { open = resolve })
      this.gates.set(name, { passed, open })
    }
    return this.gates.get(name)
  }

  async serve(request, answer) {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { messages } = JSON.parse(Buffer.concat(chunks).toString())
    const textOf = one => (typeof one.content === 'string' ? one.content : one.content.map(part => part.text ?? '').join('\n'))
    const last = messages.at(-1)
    const who = NAME.exec(messages.map(textOf).join('\n'))?.[1] ?? 'nobody'
    const text = textOf(last)
    this.asked.push({ who, text, hasImage: Array.isArray(last.content) && last.content.some(part => part.type === 'image_url') })
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const said = this.mind(who, text)
    const send = json => answer.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'house-model', ...json })}\n\n`)
    for (const piece of Array.isArray(said) ? said : [said]) {
      if (typeof piece === 'string') send({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })
      else await piece
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    send({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 } })
    answer.end('data: [DONE]\n\n')
  }

  end() {
    for (const gate of this.gates.values()) gate.open()
    this.server.closeAllConnections()
    this.server.close()
  }
}
