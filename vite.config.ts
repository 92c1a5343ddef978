import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { basename } from 'node:path'
import { defineConfig } from 'vite'
import { paraglideOptions } from './paraglide.config.ts'

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin(paraglideOptions),
    tanstackStart({
      srcDirectory: 'src',
      serverFns: {
        base: '/_serverFn',
        // `book.listBooks`: readable, and the same from build to build.
        generateFunctionId: ({ filename, functionName }) =>
          `${basename(filename).split('.')[0]}.${functionName.replace(/_createServerFn_handler$/, '')}`,
      },
      router: { routeFileIgnorePattern: '\\.(test|css)\\.' },
    }),
    react({ compiler: true }),
  ],
  build: {
    target: ['chrome107', 'safari16', 'firefox104'],
    assetsInlineLimit: 0,
    // Timings of the plugins are no news to an operator.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // The command line, the tests and the pictures change these; the page does not depend on them.
  server: { watch: { ignored: ['**/data/**', '**/screens/**', '**/test-results/**'] } },
})
