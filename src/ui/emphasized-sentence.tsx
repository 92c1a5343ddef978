interface EmphasizedSentenceProps {
  /** The sentence around the part, made by a message. */
  sentence: (part: string) => string
  part: string
}

/** A sentence with one part of it set off, an address say, wherever the language puts it. */
export function EmphasizedSentence({ sentence, part }: EmphasizedSentenceProps) {
  const [before, after] = sentence('\u0000').split('\u0000')
  return (
    <>
      {before}
      <b dir="ltr" className="font-semibold break-words text-ink">
        {part}
      </b>
      {after}
    </>
  )
}
