// The tool loops of OpenAI's client and of the AI SDK against Parley. The variables are those of openai.mjs. The agent
// calls getWeather for Paris and Rome at once, then tells both results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';

const { PARLEY_URL: baseURL, PARLEY_KEY: apiKey, PARLEY_MODEL: model } = process.env;
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const parameters = {
  type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
const description = 'Says what the weather is.';
const weather = ({ city }) => `rain-in-${city}`;
const BOTH = /^(?=.*rain-in-Paris)(?=.*rain-in-Rome)/s;
const messages = [{ role: 'system', content: 'be brief' }, { role: 'user', content: 'weather of Paris and Rome?' }];

test('runTools of the openai client', async () => {
  const called = [];
  const runner = client.chat.completions.runTools({
    model, messages,
    tools: [{ type: 'function', function: {
      name: 'getWeather', description, parameters, parse: JSON.parse,
      function: (input) => { called.push(input.city); return weather(input); } } }] });
  assert.match(await runner.finalContent(), BOTH);
  assert.deepEqual(called.sort(), ['Paris', 'Rome']);
});

test('runTools of the openai client, streamed', async () => {
  const runner = client.chat.completions.runTools({
    model, messages, stream: true,
    tools: [{ type: 'function', function: {
      name: 'getWeather', description, parameters, parse: JSON.parse, function: weather } }] });
  assert.match(await runner.finalContent(), BOTH);
});

for (const stream of [false, true]) {
  for (const stored of [true, false]) {
    test(`responses by hand, ${stream ? 'streamed' : 'whole'}, ${stored ? 'stored' : 'not stored'}`, async () => {
      const tools = [{ type: 'function', name: 'getWeather', description, parameters, strict: true }];
      const ask = async (more) => {
        const request = { model, tools, store: stored, ...more };
        return stream
          ? client.responses.stream(request).finalResponse()
          : client.responses.create(request);
      };
      let input = [{ role: 'user', content: 'weather of Paris and Rome?' }];
      let response = await ask({ input });
      let rounds = 0;
      for (; response.output.some((item) => item.type === 'function_call'); rounds++) {
        assert.ok(rounds < 5);
        const outputs = response.output.filter((item) => item.type === 'function_call').map((call) => ({
          type: 'function_call_output', call_id: call.call_id, output: weather(JSON.parse(call.arguments)) }));
        input = stored ? outputs : [...input, ...response.output, ...outputs];
        response = await ask(stored ? { input, previous_response_id: response.id } : { input });
      }
      assert.ok(rounds > 0);
      assert.match(response.output_text, BOTH);
    });
  }
}

const compatible = createOpenAICompatible({ name: 'parley', baseURL, apiKey, includeUsage: true });
const openai = createOpenAI({ baseURL, apiKey });
for (const [kind, answering] of [
  ['compatible', compatible(model)], ['chat', openai.chat(model)], ['responses', openai.responses(model)],
]) {
  const options = {
    model: answering, prompt: 'weather of Paris and Rome?', maxRetries: 0, stopWhen: isStepCount(6),
    tools: { getWeather: tool({
      description, inputSchema: z.object({ city: z.string() }), execute: async (input) => weather(input) }) } };

  test(`${kind}: the loop of generateText`, async () => {
    const result = await generateText(options);
    assert.match(result.text, BOTH);
    assert.equal(result.steps[0].finishReason, 'tool-calls');
  });

  test(`${kind}: the loop of streamText`, async () => {
    const errors = [];
    const result = streamText({ ...options, onError: ({ error }) => errors.push(error) });
    assert.match(await result.text, BOTH, String(errors));
  });
}
