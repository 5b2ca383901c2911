// The AI SDK against Parley, through both of its OpenAI providers. The variables are those of openai.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, streamText } from 'ai';

const { PARLEY_URL: baseURL, PARLEY_KEY: apiKey, PARLEY_MODEL: name } = process.env;
const stub = process.env.PARLEY_AGENT === 'stub';
const counts = process.env.PARLEY_COUNTS !== 'no';
const compatible = createOpenAICompatible({ name: 'parley', baseURL, apiKey, includeUsage: true });
const openai = createOpenAI({ baseURL, apiKey });
const MARKER = /marker-7/;
const options = { maxRetries: 0, prompt: 'say it' };

for (const [kind, model, unknown] of [
  ['compatible', compatible(name), compatible('nobody')],
  ...(stub ? [['chat', openai.chat(name), openai.chat('nobody')]] : []),
  ['responses', openai.responses(name), openai.responses('nobody')],
]) {
  test(`${kind}: generates text`, async () => {
    const result = await generateText({ ...options, model, system: 'be brief' });
    assert.match(result.text, MARKER);
    assert.equal(result.finishReason, 'stop');
    if (counts) assert.ok(result.usage.outputTokens > 0);
  });

  test(`${kind}: streams text`, async () => {
    const result = streamText({ ...options, model, onError: () => {} });
    let text = '';
    for await (const piece of result.textStream) text += piece;
    assert.match(text, MARKER);
    assert.equal(await result.finishReason, 'stop');
    if (counts) assert.ok((await result.usage).outputTokens > 0);
  });

  test(`${kind}: tells an unknown model`, async () => {
    await assert.rejects(generateText({ ...options, model: unknown }), (error) =>
      APICallError.isInstance(error) && error.statusCode === 404 && error.message.startsWith('There is no model'));
  });

  test(`${kind}: aborts a stream`, async () => {
    const abort = new AbortController();
    const result = streamText({ ...options, prompt: 'dawdle', model, abortSignal: abort.signal, onError: () => {} });
    const parts = [];
    for await (const part of result.fullStream) {
      parts.push(part.type);
      if (part.type === 'text-delta') abort.abort();
    }
    assert.ok(parts.includes('abort'), parts.join());
  });

  test(`${kind}: gets the failure of an agent`, { skip: !stub }, async () => {
    await assert.rejects(generateText({ ...options, model, prompt: 'fail' }), (error) =>
      APICallError.isInstance(error) && error.statusCode === 500 && error.message.startsWith('CLI failed: '));
    const errors = [];
    const result = streamText({
      ...options, model, prompt: 'begin and fail', onError: ({ error }) => errors.push(error) });
    for await (const _ of result.fullStream);
    assert.equal(errors.length, 1);
  });
}
