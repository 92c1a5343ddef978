interface EmphasizedSentenceProps {
  /** A message with the part as parameter. */
  sentence: (part: string) => string
  part: string
}

/** A sentence with one part emphasized, such as an address, wherever the translation puts it. */
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
