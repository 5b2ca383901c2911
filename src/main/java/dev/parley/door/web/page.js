// The first page: which agents are here, and one turn with one of them.
const find = id => document.getElementById(id);
const make = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text });

let providers = [];
let running = null;

async function showProviders() {
  const answer = await fetch('/api/providers');
  providers = await answer.json();
  find('providers').replaceChildren(...providers.map(card));
  const here = providers.filter(provider => provider.installed);
  find('provider').replaceChildren(...here.map(provider => new Option(provider.name, provider.id)));
  find('provider').value = 'demo';
  showPermissions();
}

function card(provider) {
  const item = make('li', '', '');
  const title = make('strong', '', '');
  const icon = make('span', '', provider.icon);
  icon.style.color = provider.color;
  const state = make('span', provider.installed ? 'state here' : 'state', provider.installed ? provider.version ?? 'installed' : 'not installed');
  title.append(icon, provider.name, state);
  const detail = provider.installed
    ? make('small', '', provider.capabilities.map(name => name.toLowerCase().replaceAll('_', ' ')).join(' · '))
    : make('code', '', provider.install);
  item.append(title, detail);
  return item;
}

function showPermissions() {
  const words = { ask: 'only look', edit: 'edit files', plan: 'plan', bypass: 'do everything' };
  const chosen = providers.find(provider => provider.id === find('provider').value);
  find('permission').replaceChildren(...(chosen?.permissions ?? []).map(mode => new Option(words[mode], mode)));
}

async function run(form) {
  const request = Object.fromEntries(new FormData(form));
  find('events').replaceChildren();
  setRunning(new AbortController());
  try {
    const answer = await fetch('/api/run', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request), signal: running.signal,
    });
    if (!answer.ok) {
      const problem = await answer.json();
      add('error', `${problem.title} ${problem.detail}`);
      return;
    }
    for await (const event of eventsOf(answer.body)) show(event);
  } catch (failure) {
    if (failure.name !== 'AbortError') add('error', 'Parley does not answer any more. Is it still running?');
  } finally {
    setRunning(null);
  }
}

async function* eventsOf(body) {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6));
  }
}

const pieces = new Map();

function show(event) {
  switch (event.type) {
    case 'message.delta': return append(event.message);
    case 'message.assistant': return pieces.delete(event.message.messageId) || add('answer', event.message.content);
    case 'thinking': return event.message.isDelta || add('thinking', event.message.content);
    case 'tool.call': return add('tool', `${event.tool.name} ${JSON.stringify(event.tool.arguments)}`);
    case 'tool.result': return add('tool', event.tool.output);
    case 'error': return add(event.error.recoverable ? 'note' : 'error', event.error.message);
    case 'unrecognized': return add('tool', event.line.text);
    case 'session.end': return find('state').textContent = event.session.reason;
  }
}

function append({ messageId, content }) {
  if (!pieces.has(messageId)) pieces.set(messageId, add('answer', ''));
  pieces.get(messageId).textContent += content;
}

function add(className, text) {
  const item = make('li', className, text);
  find('events').append(item);
  return item;
}

function setRunning(controller) {
  running = controller;
  pieces.clear();
  find('run').disabled = controller !== null;
  find('stop').hidden = controller === null;
  if (controller) find('state').textContent = 'working …';
}

find('provider').addEventListener('change', showPermissions);
find('stop').addEventListener('click', () => { running?.abort(); find('state').textContent = 'stopped'; });
find('ask').addEventListener('submit', event => { event.preventDefault(); run(event.target); });
find('cwd').value = localStorage.getItem('cwd') ?? '';
find('cwd').addEventListener('change', () => localStorage.setItem('cwd', find('cwd').value));
showProviders();
