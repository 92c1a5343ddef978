import type { CardLabel, CopyLabel } from '../label.schema.ts'
import {
  codeRoom,
  fittingCode,
  hasRoomBeside,
  isLow,
  isSpine,
  spineOf,
  type LabelParts,
} from '../sheet/label-layout.ts'
import type { LabelSheet } from '../sheet/sheets.ts'
import { CodePicture } from './label-paper.tsx'

interface CopyFaceProps {
  label: CopyLabel
  sheet: LabelSheet
  parts: LabelParts
}

/** What stands on the label of a copy: on a narrow one below each other, on a low one without the title. */
export function CopyFace({ label, sheet, parts }: CopyFaceProps) {
  const { number, title, shelfMark } = label
  if (isSpine(parts)) return <SpineFace shelfMark={shelfMark} sheet={sheet} />
  const hasMark = parts.shelfMark && shelfMark !== ''
  const isBeside = hasMark && hasRoomBeside(sheet)
  const code = parts.code ? fittingCode(number, codeRoom(sheet, hasMark)) : undefined
  const mark = (
    <b dir="auto" className="label-line">
      {shelfMark}
    </b>
  )
  return (
    <div className={faceClass(sheet, isBeside)}>
      {isBeside && (
        <b dir="auto" className="label-mark">
          {shelfMark}
        </b>
      )}
      <div className="label-code-block">
        {code && <CodePicture code={code} />}
        {(parts.number || (hasMark && !isBeside)) && (
          <div className="label-row">
            {parts.number && (
              <span dir="ltr" className="label-number">
                {number}
              </span>
            )}
            {hasMark && !isBeside && mark}
          </div>
        )}
        {parts.title && !isLow(sheet) && (
          <span dir="auto" className="label-line">
            {title}
          </span>
        )}
      </div>
    </div>
  )
}

const faceClass = (sheet: LabelSheet, isBeside: boolean): string =>
  `label-face ${isBeside ? 'label-beside' : ''} ${isLow(sheet) ? 'label-low' : sheet.label.height > 28 ? 'label-high' : ''}`

/** A shelf mark for the spine of a book: its words below each other. */
function SpineFace({ shelfMark, sheet }: { shelfMark: string; sheet: LabelSheet }) {
  const { lines, size } = spineOf(shelfMark, sheet)
  return (
    <div className="label-spine" style={{ fontSize: `${size}mm` }}>
      {lines.map((line, at) => (
        // eslint-disable-next-line react/no-array-index-key -- a line is its place
        <div key={at} dir="auto">
          {line}
        </div>
      ))}
    </div>
  )
}

interface CardFaceProps {
  card: CardLabel
  library: string
  sheet: LabelSheet
}

/** A library card: the library, whose it is, the class, and the bar code with its number. */
export function CardFace({ card: { name, group, number }, library, sheet }: CardFaceProps) {
  const isLarge = sheet.label.height >= 45
  const code = fittingCode(number, sheet.label.width - 10)
  return (
    <div className={`label-face label-card ${isLarge ? 'label-card-large' : ''}`}>
      <span dir="auto" className="label-line label-faint">
        {library}
      </span>
      <span dir="auto" className="label-card-name">
        {name}
      </span>
      <span dir="auto" className="label-line">
        {group}
      </span>
      <div className="label-code-block">
        {code && <CodePicture code={code} />}
        <span dir="ltr" className="label-number">
          {number}
        </span>
      </div>
    </div>
  )
}
