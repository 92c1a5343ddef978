import { memo, type ReactNode } from 'react'
import { labelsOfSheet, labelPlace, type Placed, type LabelSheet } from '../sheet/sheets.ts'
import { NO_CORRECTION, type PrinterCorrection } from '../printer/correction.ts'
import './label-paper.css'

const mm = (value: number): string => `${value}mm`

interface PaperProps {
  paper: LabelSheet['paper']
  page: LabelSheet['page']
  /** What the printer gets, so that each thing comes out where it belongs. */
  correction?: PrinterCorrection
  children: ReactNode
}

/** A page of paper, from its upper left corner. */
export function Paper({ paper, page, correction = NO_CORRECTION, children }: PaperProps) {
  const { x, y, scaleX, scaleY } = correction
  return (
    <div
      dir="ltr"
      className="label-paper"
      data-paper={paper}
      style={{ '--width': mm(page.width), '--height': mm(page.height) }}
    >
      {correction === NO_CORRECTION ? (
        children
      ) : (
        <div
          className="label-corrected"
          style={{ '--x': mm(x), '--y': mm(y), '--scale-x': scaleX, '--scale-y': scaleY }}
        >
          {children}
        </div>
      )}
    </div>
  )
}

interface LabelPaperProps<Item> {
  sheet: LabelSheet
  items: readonly Placed<Item>[]
  correction?: PrinterCorrection
  /** On the screen: the labels that are used already, and those that stay free, are seen too. */
  isPreview?: boolean
  renderLabel: (item: Item) => ReactNode
}

/** A sheet of labels, as it is printed. */
export function LabelPaper<Item extends { id: string }>(props: LabelPaperProps<Item>) {
  const { sheet, items, correction, isPreview = false, renderLabel } = props
  const [first] = items
  const taken = new Set(items.map(({ at }) => at))
  const empty = isPreview
    ? Array.from({ length: labelsOfSheet(sheet) }, (_, at) => at).filter((at) => !taken.has(at))
    : []
  return (
    <Paper paper={sheet.paper} page={sheet.page} {...(correction && { correction })}>
      {empty.map((at) => (
        <div
          key={at}
          aria-hidden="true"
          className={first && at < first.at ? 'label label-used' : 'label'}
          style={placed(sheet, at)}
        />
      ))}
      {items.map(({ item, at }) => (
        <div
          key={item.id}
          className={sheet.isCut ? 'label label-cut' : 'label'}
          data-label={at}
          style={placed(sheet, at)}
        >
          {renderLabel(item)}
        </div>
      ))}
    </Paper>
  )
}

function placed(sheet: LabelSheet, at: number) {
  const { x, y } = labelPlace(sheet, at)
  return { '--x': mm(x), '--y': mm(y), '--width': mm(sheet.label.width), '--height': mm(sheet.label.height) }
}

interface CodePictureProps {
  code: { modules: number; path: string; width: number }
}

/** A bar code with the white at its sides, as high as there is room. */
export const CodePicture = memo(({ code: { modules, path, width } }: CodePictureProps) => (
  <svg
    aria-hidden="true"
    className="label-code"
    viewBox={`0 0 ${modules} 1`}
    preserveAspectRatio="none"
    style={{ inlineSize: mm(width) }}
  >
    <path d={path} fill="black" />
  </svg>
))
CodePicture.displayName = 'CodePicture'
