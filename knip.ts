interface Options {
  production?: boolean
}

/**
 * Nothing stands unused. A `!` marks what counts for `knip --production`, which leaves tests out: what only a test
 * uses is not alive.
 */
const config = ({ production = false }: Options) => ({
  entry: [
    'scripts/*.ts!',
    'bench/{limit-server,*.measure}.ts!',
    'src/{cli/maktaba,client,server,start,router,openapi-text.server,routes/**/*}.{ts,tsx}!',
    'src/db/embedded/embedded.test-process.ts',
    'e2e/generated-client/*.ts',
  ],
  project: [
    '{src,scripts,bench}/**/*.{ts,tsx,css}!',
    'e2e/**/*.ts',
    '*.ts!',
    '!src/**/*.test{,-*}.{ts,tsx}!',
    '!src/test/**!',
  ],
  ignore: ['scripts/planted/**'],
  // Tests may look at what is otherwise a file's own.
  ignoreExportsUsedInFile: production,
  include: production ? ['files', 'exports', 'types'] : [],
})

export default config
