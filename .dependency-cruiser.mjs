// The architecture, executable: who may import whom (README, "Work on it"). Routes open features; features use
// rpc, auth, ui; leaves know nobody. Every rule says what is forbidden.

// What a noun says of itself (`nouns.ts`) is derived from everywhere, as messages are: it knows words and types alone.
const DECLARATIONS = '^src/(noun-lists|noun-words|nouns|features/[^/]+/[\\w-]+\\.(noun|words))\\.ts$'
// `file-table.ts` lists the kinds and encodings of files, for which a person is asked.
const LEAVES = ['^src/(errors|i18n|lib)/', '^src/formats/file-table\\.ts$', DECLARATIONS]
const TYPES_ONLY = ['type-only']

/** Whoever lies in `from` may import only from `to` (besides itself and packages). */
const only = (name, from, to, more = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test(-kit)?\\.tsx?$', ...more.from },
  to: { path: '^(src|messages|drizzle|scripts|e2e)/', pathNot: [from, ...to.flat()], ...more.to },
})

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Imports of types count. The generated tree of routes and the router know each other.',
      from: { pathNot: '^src/(router\\.tsx|routeTree\\.gen\\.ts)$' },
      to: { circular: true },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nobody-imports-routes',
      severity: 'error',
      from: { pathNot: '^src/(routes/|router\\.tsx$|routeTree\\.gen\\.ts$)' },
      to: { path: '^src/(routes/|routeTree\\.gen)' },
    },
    only('routes', '^src/routes/(?!api/|\\[\\.\\]well-known|manifest\\[\\.\\])', [
      '^src/features/.*(-page\\.tsx|\\.data\\.ts|\\.schema\\.ts)$',
      // The handlers of native form posts; they stay on the server.
      '^src/features/(login/login|login/setup/setup-form|account/account|loan/own/own-loan-form)\\.server\\.ts$',
      '^src/(shell|ui)/',
      '^src/auth/(browser/guard|onboarded|permissions|credentials\\.schema|name\\.schema)\\.ts$',
      LEAVES,
    ]),
    only('api-routes', '^src/routes/(api/|\\[\\.\\]well-known|manifest\\[\\.\\])', ['\\.server\\.ts$', LEAVES]),
    {
      name: 'features-know-others-by-schema-data-and-shared',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      // `shared/` holds what a feature offers to the pages of others: the dot of a genre, a panel of activity.
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '\\.(noun|words|schema|data)\\.ts$', '^src/features/[^/]+/shared/'],
      },
    },
    only(
      'features',
      '^src/features/.*(?<!\\.server)\\.tsx?$',
      [
        '^src/features/',
        // The handlers in `.data.ts` stay on the server.
        '^src/rpc/call-procedure\\.server\\.ts$',
        '^src/rpc/[\\w-]+-middleware\\.ts$',
        '^src/auth/(browser/calls|browser/passkey-calls|browser/client|permissions)\\.ts$',
        '^src/auth/.*\\.schema\\.ts$',
        '^src/ui/',
        LEAVES,
      ],
      { from: { pathNot: ['\\.test\\.tsx?$', '\\.server\\.ts$'] } },
    ),
    only('features-server', '^src/features/.*\\.server\\.ts$', [
      '^src/features/',
      '^src/(rpc|auth|db|mail|env|formats)/',
      '^src/openapi/(document-problems|rest-routes)\\.server\\.ts$',
      '^messages/',
      LEAVES,
    ]),
    only('shell', '^src/shell/', [
      '^src/features/(.*\\.data\\.ts$|[^/]+/shared/)',
      '^src/auth/(browser/session-signal|permissions)\\.ts$',
      '^src/ui/',
      '^src/styles\\.css$',
      '^src/fonts/',
      LEAVES,
    ]),
    only('auth', '^src/auth/', ['^src/(db|mail|env)/', LEAVES]),
    only('rest', '^src/rest/', ['^src/(rpc|auth|db)/', LEAVES]),
    only('openapi', '^src/openapi/', ['^src/(rpc|auth)/', LEAVES]),
    only('rpc', '^src/rpc/', [
      '^src/auth/',
      '^src/db/(constraint|unavailable)-error\\.server\\.ts$',
      // A procedure says whether it may be read from the replica.
      '^src/db/replica/(replica|own-writes)\\.server\\.ts$',
      // Whether the library lends.
      '^src/db/library-settings\\.server\\.ts$',
      LEAVES,
    ]),
    only('jobs', '^src/jobs/', ['^src/(rest|auth|db|env)/', '^src/features/.*\\.server\\.ts$', LEAVES]),
    only('mail', '^src/mail/', ['^src/env/', LEAVES]),
    only('tracing', '^src/tracing/', [LEAVES]),
    only('metrics', '^src/metrics/', ['^src/(db|env)/', LEAVES]),
    only('formats', '^src/formats/', ['^src/lib/']),
    only('http', '^src/http/', [
      '^src/(auth|env|rpc|rest)/',
      '^src/db/(library-settings|unavailable-error|replica/own-writes)\\.server\\.ts$',
      LEAVES,
    ]),
    only('db', '^src/db/', ['^src/env/', '^src/formats/file-table\\.ts$', '^messages/', LEAVES]),
    only('ui', '^src/ui/', [LEAVES]),
    only('leaves', '^src/(errors|i18n|lib|env)/', ['^src/(errors|i18n|lib|env)/', DECLARATIONS]),
    only('declarations', DECLARATIONS, ['^src/(i18n|lib)/', '(\\.schema|-labels)\\.ts$']),
    only('schemas', '^src/.*\\.schema\\.ts$', ['\\.schema\\.ts$', LEAVES]),
    {
      name: 'areas-stay-apart',
      severity: 'error',
      from: { path: '^src/features/[^/]+/(reader|manager)/' },
      to: { path: '^src/features/[^/]+/(reader|manager)/', pathNot: '^src/features/[^/]+/$1/' },
    },
    {
      name: 'testing-serves-all',
      severity: 'error',
      comment: 'What journeys, measures, pictures and tests share knows none of them.',
      from: { path: '^testing/' },
      to: { path: '^(e2e|bench|scripts)/' },
    },
    {
      name: 'tools-stay-apart',
      severity: 'error',
      comment: 'What two of them need is in testing/ or in src/test/.',
      from: { path: '^(src|e2e|bench)/' },
      to: { path: '^(e2e|bench)/', pathNot: '^$1/' },
    },
    {
      name: 'browser-without-server',
      severity: 'error',
      comment: 'Handlers in .data.ts, routes and start.ts are stripped from the browser by TanStack Start.',
      from: {
        path: '^src/(ui|shell|errors|i18n|lib|formats|features|auth)/',
        pathNot: ['\\.server\\.tsx?$', '\\.data\\.ts$', '\\.test\\.tsx?$', '^src/i18n/paraglide/'],
      },
      to: { path: '(\\.server\\.tsx?$|^src/db/)', dependencyTypesNot: TYPES_ONLY },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(src/i18n/paraglide|scripts/planted|scripts/noun/template|e2e/generated-client)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
