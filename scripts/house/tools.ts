import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

/** The JSON report of a command of node_modules; such commands exit with 1 when they find problems. */
function reportOf(program: string, ...options: string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'node_modules', program), ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!stdout.startsWith('{')) throw new Error(`${program} wrote no report: ${stderr || stdout}`)
  return JSON.parse(stdout)
}

interface Imports {
  circles: string[]
  violations: string[]
  /** For each file the files of `src` that import it. */
  importers: Map<string, string[]>
}

/** The imports of `src` and `scripts`, by dependency-cruiser. */
export function readImports(): Imports {
  const report: {
    summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] }
    modules: { source: string; dependents: string[] }[]
  } = reportOf(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    'src',
    'scripts',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
  )
  const { violations } = report.summary
  return {
    circles: violations.flatMap(({ from, cycle }) =>
      cycle ? [[from, ...cycle.map(({ name }) => name)].join(' → ')] : [],
    ),
    violations: violations.filter(({ cycle }) => !cycle).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    importers: new Map(report.modules.map(({ source, dependents }) => [source, dependents])),
  }
}

interface Unused {
  exports: string[]
  types: string[]
  dependencies: string[]
  files: string[]
}

/** Unused code, by knip. */
export function readUnused(): Unused {
  type Named = { name: string }[] | undefined
  const { issues }: { issues: Record<string, string | Named>[] } = reportOf('knip/bin/knip.js', '--reporter', 'json')
  const of = (...kinds: string[]): string[] =>
    issues.flatMap((issue) =>
      kinds.flatMap((kind) => {
        const named = issue[kind]
        return Array.isArray(named) ? named.map(({ name }) => `${String(issue.file)}: ${name}`) : []
      }),
    )
  return {
    exports: of('exports', 'nsExports'),
    types: of('types', 'nsTypes'),
    dependencies: of('dependencies', 'devDependencies', 'unlisted', 'unresolved'),
    files: of('files'),
  }
}
