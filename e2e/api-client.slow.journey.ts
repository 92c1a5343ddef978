import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { addKey } from '../testing/keys.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { ADMIN } from '../testing/server.ts'
import { expect } from './test.ts'

test.describe.configure({ mode: 'default', timeout: 90_000 })

const run = promisify(execFile)
const PROGRAM = join(projectRoot, 'e2e', 'generated-client', 'main-calls.ts')
const COMPILER = join(projectRoot, 'node_modules', 'typescript-7', 'bin', 'tsc')

/** A new project folder: the generated types, the program, its dependencies. */
async function makeProject(document: OpenAPI3): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-client-'))
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(document, { defaultNonNullable: false })))
  copyFileSync(PROGRAM, join(folder, 'main-calls.ts'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The compiler's output for a project; '' without errors. */
const typeFaults = (folder: string): Promise<string> =>
  run(process.execPath, [COMPILER, '--pretty', 'false', '-p', folder]).then(
    () => '',
    (failed: { stdout: string; message: string }) => failed.stdout || failed.message,
  )

test(
  'A client generated from the document knows every field, and does the main calls',
  { tag: '@desktop' },
  async ({ server }) => {
    expect((await server.managerState()).cookies.length).toBeGreaterThan(0)
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as OpenAPI3
    const folder = await makeProject(document)
    try {
      expect(await typeFaults(folder)).toBe('')
      const env = {
        PATH: process.env.PATH ?? '',
        MAKTABA_URL: server.url,
        MAKTABA_KEY: await addKey(server.dataDir, ADMIN),
        WORD: 'Zamzamiyya',
      }
      const { stdout } = await run(process.execPath, ['--preserve-symlinks', join(folder, 'main-calls.ts')], { env })
      expect(JSON.parse(stdout)).toEqual({
        role: 'admin',
        isCreatedOnce: true,
        titles: ['First Zamzamiyya', 'Second Zamzamiyya', 'Third Zamzamiyya'],
        total: 3,
        publisher: '',
        changed: 'Albin Michel',
        stale: [412, 'PRECONDITION_FAILED'],
        conflict: [409, 'CONFLICT'],
        sessions: true,
        deleted: 204,
        gone: [404, 'NOT_FOUND'],
      })

      // Unknown fields and wrong types are compile errors.
      const program = readFileSync(PROGRAM, 'utf8')
      for (const [right, wrong, said] of [
        ['body: { title: `First', 'body: { titel: `First', /main-calls\.ts[^]*'titel' does not exist/],
        ["publisher: 'Albin Michel'", "publishr: 'Albin Michel'", /main-calls\.ts[^]*'publishr' does not exist/],
        ['read.error).publisher', 'read.error).publishr', /main-calls\.ts[^]*'publishr' does not exist/],
        ['limit: 2', "limit: 'two'", /main-calls\.ts[^]*'string' is not assignable to type 'number/],
        ["'/api/v1/genres'", "'/api/v1/genre'", /main-calls\.ts\(\d+,\d+\): error TS/],
      ] as const) {
        expect(program).toContain(right)
        writeFileSync(join(folder, 'main-calls.ts'), program.replace(right, wrong))
        expect(await typeFaults(folder)).toMatch(said)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** The code blocks of a language in docs/api.md. */
const blocksOf = (language: string): string[] =>
  [
    ...readFileSync(join(projectRoot, 'docs', 'api.md'), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'),
    ),
  ].map(([, block = '']) => block)

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('The lines of curl in docs/api.md lead from a key to the first book', { tag: '@desktop' }, async ({ server }) => {
  test.skip(!hasCurl(), 'There is no curl here')
  expect((await server.managerState()).cookies.length).toBeGreaterThan(0)
  const [settings = '', lines = ''] = blocksOf('sh')
  expect(settings).toMatch(/^export MAKTABA=\S+ KEY=\S+$/m)
  expect(lines.trim().split('\n')).toHaveLength(5)
  expect(
    lines
      .trim()
      .split('\n')
      .every((line) => line.startsWith('curl ')),
  ).toBe(true)
  const env = {
    PATH: process.env.PATH ?? '',
    MAKTABA: server.url,
    KEY: await addKey(server.dataDir, ADMIN, ['book:read', 'book:create', 'genre:read']),
  }
  const { stdout } = await run('sh', ['-e', '-c', lines], { env })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toHaveLength(5)
  const [me, genres, added, read, found] = answers
  expect(me).toMatchObject({ role: 'admin', email: ADMIN })
  expect(genres.total).toBeGreaterThan(10)
  expect(added).toMatchObject({
    title: 'Kusadikika kwa leo',
    author: 'Asha Mwinyi',
    version: 1,
  })
  expect(read.items[0]).toMatchObject({ id: added.id })
  expect(found.items.map(({ id }: { id: string }) => id)).toEqual([added.id])
})
