/** A small picture that is the value of a field; `word` is said instead of it. */
export const FieldPicture = ({ src, word }: { src: string; word: string }) => (
  <img
    src={src}
    alt={word}
    width={40}
    height={60}
    loading="lazy"
    className="my-0.5 inline-block h-15 w-10 rounded-sm border border-line bg-surface object-contain align-middle text-xs"
  />
)
