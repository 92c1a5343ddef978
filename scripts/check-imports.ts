import { subjectRings } from './house/floors.ts'
import { readImports } from './house/tools.ts'

// The import rules of .dependency-cruiser.mjs, a line for each fault, and rings of subjects, which no rule of one import sees.
const { circles, violations, graph } = readImports()
const faults = [
  ...circles.map((circle) => `no-cycles: ${circle}`),
  ...violations,
  ...subjectRings(graph).map((ring) => `no-rings-of-subjects: ${ring.join(' ↔ ')}`),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
