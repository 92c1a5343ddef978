import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

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
  /** Imports of a floor from one above it. */
  upwards: string[]
  /** For each file the files that it imports. */
  graph: Map<string, string[]>
  /** For each file the files of `src` that import it. */
  importers: Map<string, string[]>
}

interface Violation {
  rule: { name: string }
  from: string
  to: string
  cycle?: { name: string }[]
}

/** The imports of the whole project, by dependency-cruiser. */
export function readImports(): Imports {
  const report: {
    summary: { violations: Violation[] }
    modules: { source: string; dependents: string[]; dependencies: { resolved: string }[] }[]
  } = reportOf(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    'src',
    'scripts',
    'testing',
    'e2e',
    'bench',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
  )
  const { violations } = report.summary
  const upwards = violations.filter(({ rule }) => rule.name.startsWith('floors: '))
  return {
    circles: violations.flatMap(({ from, cycle }) =>
      cycle ? [[from, ...cycle.map(({ name }) => name)].join(' → ')] : [],
    ),
    violations: violations.filter(({ cycle }) => !cycle).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    upwards: [...new Set(upwards.map(({ from, to }) => `${from} → ${to}`))],
    graph: new Map(
      report.modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
    ),
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
