import { Fragment } from 'react'
import { foldedWords } from '#base/lib/search/fold-words.ts'

interface DifferingWordsProps {
  text: string
  /** The texts that `text` is compared with. */
  others: readonly string[]
}

/** A text in which the words are marked that not every other text has; case and accents do not count. */
export function DifferingWords({ text, others }: DifferingWordsProps) {
  const known = others.map((other) => new Set(foldedWords(other)))
  const isShared = (word: string) => foldedWords(word).every((part) => known.every((words) => words.has(part)))
  // Words that differ and follow each other are one mark.
  const pieces = text.split(/(\s+)/).reduce<{ text: string; isMarked: boolean }[]>((all, piece, at) => {
    const last = all.at(-1)
    const hasWords = at % 2 === 0 && foldedWords(piece).length > 0
    const isMarked = hasWords ? !isShared(piece) : (last?.isMarked ?? false)
    if (last?.isMarked === isMarked) last.text += piece
    else all.push({ text: piece, isMarked })
    return all
  }, [])
  return pieces.map(({ text: piece, isMarked }, at) =>
    isMarked ? (
      // eslint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <Fragment key={at}>
        <mark className="rounded-xs bg-accent-soft box-decoration-clone px-0.5 text-inherit">{piece.trimEnd()}</mark>
        {piece.slice(piece.trimEnd().length)}
      </Fragment>
    ) : (
      piece
    ),
  )
}
