import { rulerOf, type PrinterCorrection } from '../printer/correction.ts'
import type { LabelSheet } from '../sheet/sheets.ts'
import { Paper } from './label-paper.tsx'

/** Every ten millimetres between two lines. */
const ticks = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / 10) + 1 }, (_, at) => from + at * 10)

/** The page that shows what a printer does: two lines across and two down, at known places. */
export function RulerPaper({
  sheet: { paper, page },
  correction,
}: {
  sheet: LabelSheet
  correction?: PrinterCorrection
}) {
  const { x, y } = rulerOf(page)
  const line = { stroke: 'black', strokeWidth: 0.1 }
  const size = page.width > 150 ? 5 : 2.5
  return (
    <Paper paper={paper} page={page} {...(correction && { correction })}>
      <svg className="label-ruler" viewBox={`0 0 ${page.width} ${page.height - 0.2}`} aria-hidden="true">
        {x.map((at, index) => (
          <g key={at}>
            <line {...line} x1={at} x2={at} y1={y[0]} y2={y[1]} />
            <text x={at + 0.8} y={y[0] - 0.8} fontSize={size}>
              {'AB'[index]}
            </text>
          </g>
        ))}
        {y.map((at, index) => (
          <g key={at}>
            <line {...line} x1={x[0]} x2={x[1]} y1={at} y2={at} />
            <text x={x[0] - size} y={at + size * 0.8} fontSize={size}>
              {'CD'[index]}
            </text>
          </g>
        ))}
        {ticks(...x).map((at) => (
          <line key={at} {...line} x1={at} x2={at} y1={y[0]} y2={y[0] + 2} />
        ))}
        {ticks(...y).map((at) => (
          <line key={at} {...line} x1={x[0]} x2={x[0] + 2} y1={at} y2={at} />
        ))}
      </svg>
    </Paper>
  )
}
