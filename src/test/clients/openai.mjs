// OpenAI's own client against Parley. PARLEY_URL, PARLEY_KEY and PARLEY_MODEL say where; PARLEY_AGENT says who answers:
// `stub` fails and dawdles when told to, `real` is a CLI with a scripted model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';

const model = process.env.PARLEY_MODEL;
const stub = process.env.PARLEY_AGENT === 'stub';
const counts = process.env.PARLEY_COUNTS !== 'no';
const client = new OpenAI({ baseURL: process.env.PARLEY_URL, apiKey: process.env.PARLEY_KEY, maxRetries: 0 });
const asking = (content) => ({ model, messages: [{ role: 'user', content }] });
const MARKER = /marker-7/;

test('lists and finds models', async () => {
  const names = [];
  for await (const found of client.models.list()) names.push(found.id);
  assert.equal(names[0], model);
  assert.equal((await client.models.retrieve(model)).object, 'model');
  await assert.rejects(client.models.retrieve('nobody'), OpenAI.NotFoundError);
});

test('completes a chat', async () => {
  const answer = await client.chat.completions.create({ ...asking('say it'), temperature: 0 });
  assert.match(answer.id, /^cmpl-[0-9a-f-]{36}$/);
  assert.match(answer.choices[0].message.content, MARKER);
  assert.equal(answer.choices[0].finish_reason, 'stop');
  if (counts) assert.ok(answer.usage.total_tokens > 0);
});

test('streams a chat', async () => {
  const stream = await client.chat.completions.create({
    ...asking('say it'), stream: true, stream_options: { include_usage: true } });
  let text = '';
  let last;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta?.content ?? '';
    last = chunk;
  }
  assert.match(text, MARKER);
  assert.deepEqual(last.choices, []);
  if (counts) assert.ok(last.usage.completion_tokens > 0);
});

test('accumulates a stream with its own helper', { skip: !stub }, async () => {
  const runner = client.chat.completions.stream(asking('say it'));
  const final = await runner.finalChatCompletion();
  assert.match(final.choices[0].message.content, MARKER);
});

test('creates a response and goes on with it', async () => {
  const first = await client.responses.create({ model, instructions: 'be brief', input: 'say it' });
  assert.equal(first.status, 'completed');
  assert.match(first.output_text, MARKER);
  if (counts) assert.ok(first.usage.output_tokens > 0);
  const next = await client.responses.create({ model, input: 'again', previous_response_id: first.id });
  assert.match(next.output_text, MARKER);
  assert.equal(next.previous_response_id, first.id);
});

test('streams a response', async () => {
  const types = [];
  let text = '';
  for await (const event of await client.responses.create({ model, input: 'say it', stream: true })) {
    types.push(event.type);
    if (event.type === 'response.output_text.delta') text += event.delta;
  }
  assert.match(text, MARKER);
  assert.equal(types[0], 'response.created');
  assert.equal(types.at(-1), 'response.completed');
});

test('accumulates a response with its own helper', { skip: !stub }, async () => {
  const final = await client.responses.stream({ model, input: 'say it' }).finalResponse();
  assert.match(final.output_text, MARKER);
});

test('tells mistakes apart', async () => {
  await assert.rejects(client.chat.completions.create({ ...asking('hi'), model: 'nobody' }), (error) =>
    error instanceof OpenAI.NotFoundError && error.code === 'model_not_found' && error.param === 'model'
      && error.message.includes('nobody'));
  await assert.rejects(client.chat.completions.create({ ...asking('hi'), n: 2 }), (error) =>
    error instanceof OpenAI.BadRequestError && error.param === 'n');
  await assert.rejects(client.responses.create({ model, input: 'hi', previous_response_id: 'resp_0' }), (error) =>
    error.code === 'previous_response_not_found');
  const stranger = new OpenAI({ baseURL: process.env.PARLEY_URL, apiKey: 'wrong', maxRetries: 0 });
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
});

test('aborts a stream', async () => {
  const stream = await client.chat.completions.create({ ...asking('dawdle'), stream: true });
  for await (const _ of stream) {
    stream.controller.abort(); // the test that runs this looks whether the agent is gone
  }
});

test('aborts a request it waits for', async () => {
  const waiting = client.chat.completions.create(asking('dawdle'), { signal: AbortSignal.timeout(1500) });
  await assert.rejects(waiting, OpenAI.APIUserAbortError);
});

test('gets the failure of an agent', { skip: !stub }, async () => {
  await assert.rejects(client.chat.completions.create(asking('fail')), (error) =>
    error instanceof OpenAI.InternalServerError && error.code === 'cli_failed' && error.error.detail === 'no credit left');
});

test('gets the failure of an agent in the middle of a stream', { skip: !stub }, async () => {
  const stream = await client.chat.completions.create({ ...asking('begin and fail'), stream: true });
  await assert.rejects(async () => { for await (const _ of stream); }, OpenAI.APIError);
  const types = [];
  for await (const event of await client.responses.create({ model, input: 'begin and fail', stream: true })) {
    types.push(event.type);
  }
  assert.equal(types.at(-1), 'response.failed');
});
