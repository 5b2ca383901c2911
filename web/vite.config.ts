import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What is built lies where the jar takes it from; `npm run dev` talks to a Parley on its usual port.
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: process.env.PAGE_OUT ?? '../target/classes/dev/parley/door/web/page',
    emptyOutDir: true,
    target: 'es2023',
    // Those that know light-dark(): a part of the page can have a look of its own.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // What several screens share comes with the frame: a browser asks for six files at once, and more of them wait.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: /src\/(?:ui|stream|api|actions|frame)\/|lucide-react|react-query|query-core/ }, { name: 'list', test: /react-virtual|virtual-core/ }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4780', '/ws': { target: 'ws://127.0.0.1:4780', ws: true } } },
})
