import type { Letter, LetterBook } from '../reminder.schema.ts'
import type { PlacedSlip, LetterSheet } from './letter-sheets.ts'
import './letter-paper.css'

interface LetterPaperProps {
  sheet: LetterSheet
  hasPrices: boolean
}

/** A page of slips, or a letter, as it is printed. */
export const LetterPaper = ({ sheet, hasPrices }: LetterPaperProps) => (
  <div className="letter-paper">
    {sheet.kind === 'slips' ? (
      sheet.slips.map((slip) => <Slip key={slip.letter.borrowerId} slip={slip} hasPrices={hasPrices} />)
    ) : (
      <LetterText letter={sheet.letter} hasPrices={hasPrices} />
    )}
  </div>
)

const head = (letter: Letter) => (
  <p className="flex justify-between gap-4">
    <b className="font-serif">
      <bdi>{letter.words.library}</bdi>
    </b>
    <span className="faint">{letter.day}</span>
  </p>
)

function Slip({ slip: { letter, quarters }, hasPrices }: { slip: PlacedSlip; hasPrices: boolean }) {
  const { language, direction, name, group, mark, books, words } = letter
  return (
    <section lang={language} dir={direction} className="letter-slip flex flex-col" style={{ '--quarters': quarters }}>
      {head(letter)}
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <b className="letter-name font-serif">
          <bdi>{name}</bdi>
        </b>
        <span className="faint">
          <bdi>{group}</bdi>
          {mark !== '' && (
            <>
              {group !== '' && ' · '}
              <bdi>{mark}</bdi>
            </>
          )}
        </span>
      </p>
      {books.map((book) => (
        <p key={book.loanId} className="letter-line">
          <b dir="auto" className="line-clamp-2">
            {book.title}
          </b>
          <Number book={book} />
          <span>{book.state}</span>
          <bdi className="text-end">{hasPrices && book.price}</bdi>
        </p>
      ))}
      <p className="faint letter-small mt-auto">{[words.request, words.note].filter(Boolean).join(' ')}</p>
    </section>
  )
}

const Number = ({ book: { number } }: { book: LetterBook }) => <bdi className="letter-small font-mono">{number}</bdi>

function LetterText({ letter, hasPrices }: { letter: Letter; hasPrices: boolean }) {
  const { language, direction, card, books, words, mark } = letter
  const isPriced = hasPrices && books.some(({ price }) => price !== '')
  const cell = 'letter-cell'
  return (
    <section lang={language} dir={direction} className="letter-text flex flex-col">
      <div className="letter-rule">{head(letter)}</div>
      <h2 className="letter-heading font-serif">{words.heading}</h2>
      <p className="mt-1">
        <b>{words.addressee}</b> {mark !== '' && <bdi className="faint">{mark}</bdi>}
      </p>
      <p className="mt-6">{words.greeting}</p>
      <p className="mt-2">{words.request}</p>
      <table className="mt-6 w-full">
        <thead>
          <tr className="letter-rule">
            {[words.book, words.number, words.state, ...(isPriced ? [words.price] : [])].map((label) => (
              <th key={label} scope="col" className={`${cell} faint`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {books.map((book) => (
            <tr key={book.loanId} className="letter-row">
              <td className={cell}>
                <b dir="auto" className="block">
                  {book.title}
                </b>
                <span dir="auto" className="faint block">
                  {book.author}
                </span>
              </td>
              <td className={cell}>
                <Number book={book} />
              </td>
              <td className={cell}>{book.state}</td>
              {isPriced && (
                <td className={cell}>
                  <bdi>{book.price}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-6">{words.note}</p>
      <p className="mt-6">{words.regards}</p>
      <p>
        <bdi>{words.library}</bdi>
      </p>
      <p className="faint letter-small letter-foot mt-auto">{card}</p>
    </section>
  )
}
