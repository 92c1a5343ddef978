import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Rolldown } from 'vite'
import { paraglideOptions } from './paraglide.config.ts'
import { functionIdOf, readableFunctionIds } from './scripts/readable-function-ids.ts'

const MESSAGE = /\/paraglide\/messages\/(?!_)(\w+)\.js$/

/** The keys of a floor's messages. */
function messagesOf(floor: string): Set<string> {
  const file = join(import.meta.dirname, 'messages', floor, 'en.json')
  return new Set(existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8'))) : [])
}

/** A chunk for the modules that five or more chunks share and that a route of these paths uses. */
const sharedChunk = (name: string, routes: RegExp) => ({
  name: (id: string, modules: Rolldown.ChunkingContext) => (isUsedBy(routes, id, modules) ? name : null),
  minShareCount: 5,
})

/** Messages that two chunks share and that the first page of an area shows: otherwise each is a file of half a kilobyte. */
const sharedMessages = (name: string, routes: RegExp) => ({
  ...sharedChunk(name, routes),
  test: (id: string) => MESSAGE.test(id),
  minShareCount: 2,
})

/**
 * A chunk for the modules and messages of a floor that two chunks share: otherwise dozens of files of half a kilobyte. Only for a
 * floor whose pages lead to each other: one for people or exchange would come with every page that shows a part of theirs.
 */
function floorChunk(floor: string) {
  const messages = messagesOf(floor)
  return {
    name: floor,
    test: (id: string) => id.includes(`/src/${floor}/`) || messages.has(MESSAGE.exec(id)?.[1] ?? ''),
    minShareCount: 2,
  }
}

// A module goes into the first chunk that takes it, so that nobody loads what only a later area uses. A few such chunks
// compress a tenth better than the dozens that would come of themselves.
const GROUPS = [
  // Only an upgrade of a library changes it: who has it keeps it from build to build.
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /\/node_modules\//,
    includeDependenciesRecursively: false,
  },
  { name: 'base', tags: ['$initial' as const] },
  // Otherwise five files of half a kilobyte.
  {
    name: 'login',
    test: /\/src\/(people\/login\/(login-page|email-form|use-code-sender)|people\/passkey\/shared\/passkey-sign-in|shell\/login-frame)/,
    includeDependenciesRecursively: false,
  },
  sharedChunk('sign-in', /\/src\/routes\/login\/(index|route)\./),
  sharedMessages('sign-in-words', /\/src\/routes\/login\/(index|route)\./),
  sharedMessages('reader-words', /\/src\/routes\/app\/(route|books\/)/),
  sharedChunk('reader', /\/src\/routes\/app\/(route|index|books\/)/),
  // What readers see of lending, without what managers do: the mark on the tab of every page, and the pages to which it leads.
  {
    name: 'own-news',
    test: /\/src\/(lending\/loan\/(shared\/(own-news|watch-own-loans)|own\/own-loan\.data)|base\/i18n\/paraglide\/messages\/own_(owes|late_count|ready_count)\.)/,
  },
  {
    name: 'own-loans',
    test: /\/src\/(lending\/loan\/(own|shared)\/|base\/i18n\/paraglide\/messages\/own_)/,
    minShareCount: 2,
  },
  sharedChunk('account', /\/src\/routes\/app\//),
  floorChunk('lending'),
  // Three: with two, each page of managers would load the words of all.
  { ...sharedMessages('manager-words', /\/src\/routes\/manager\//), minShareCount: 3 },
  { name: 'manager', minShareCount: 5 },
]

/** Whether a module that `user` matches imports this one, directly or through others. */
function isUsedBy(user: RegExp, id: string, modules: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (user.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some((importer) => isUsedBy(user, importer, modules, seen))
}

/** The modules that import this one. Messages are re-exported twice by lists of all: their importers are the callers. */
function importersOf(id: string, modules: Rolldown.ChunkingContext): string[] {
  const key = MESSAGE.exec(id)?.[1]
  if (!key) return modules.getModuleInfo(id)?.importers ?? []
  callersOfMessages ??= findCallers(id, modules)
  return callersOfMessages.get(key) ?? []
}

/** The modules that call each message. Found once for a build, since each group asks for each message. */
let callersOfMessages: Map<string, string[]> | undefined

/** All messages have the importers of `message`: what they call tells them apart. */
function findCallers(message: string, modules: Rolldown.ChunkingContext): Map<string, string[]> {
  const importers = (module: string): string[] => modules.getModuleInfo(module)?.importers ?? []
  const callers = new Map<string, string[]>()
  for (const user of new Set(importers(message).flatMap(importers).flatMap(importers)))
    for (const [, key = ''] of (modules.getModuleInfo(user)?.code ?? '').matchAll(/\bm\.(\w+)\b/g))
      callers.set(key, [...(callers.get(key) ?? []), user])
  return callers
}

// Not where builds, checks and tests have theirs, which are of another structure: a check beside it would end open pages.
const developmentMessages = { ...paraglideOptions, outdir: join(import.meta.dirname, '.development', 'paraglide') }

export default defineConfig(({ command }) => ({
  ...(command === 'serve' && {
    resolve: { alias: [{ find: /^(#base\/i18n|\.)\/paraglide(?=\/)/, replacement: developmentMessages.outdir }] },
  }),
  plugins: [
    tailwindcss(),
    // Before a build scripts/compile-messages.ts does it, only if anything has changed.
    ...(command === 'serve'
      ? [paraglideVitePlugin(developmentMessages), readableFunctionIds(import.meta.dirname)]
      : []),
    tanstackStart({
      srcDirectory: 'src',
      serverFns: {
        base: '/_serverFn',
        generateFunctionId: functionIdOf,
      },
      router: {
        routeFileIgnorePattern: '\\.(test|css)\\.',
        codeSplittingOptions: {
          // What only those who are signed in open costs nobody at the door anything: not even its loaders. The same for
          // what a link in a mail, a card or a refusal opens.
          splitBehavior: ({ routeId }) =>
            /^\/(app|manager|desk|home|setup|login\/(card|error|not-me)|api\/docs)\b/.test(routeId)
              ? [['loader', 'component', 'notFoundComponent']]
              : undefined,
        },
      },
    }),
    react(),
  ],
  build: {
    target: ['chrome107', 'safari16', 'firefox104'],
    assetsInlineLimit: 0,
    // kB before compression. What a page may take is bounded by scripts/budget.ts.
    chunkSizeWarningLimit: 600,
    // Timings of the plugins are no news to an operator.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    // The manifest names the files that the service worker keeps (scripts/service-worker.ts).
    client: { build: { manifest: true, rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
    // The built server carries its packages: reading their 700 modules takes twice the memory and the time.
    ssr: {
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        rolldownOptions: {
          output: {
            // Node keeps the text of what it runs: shorter by a third without spaces, by a half where every sign is ASCII.
            // Names stay, for stack traces.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
          },
        },
      },
    },
  },
  // The command line, the tests and the pictures change these; the page does not depend on them.
  server: { watch: { ignored: ['**/data/**', '**/screens/**', '**/test-results/**'] } },
}))
