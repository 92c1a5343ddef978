import { partsOfTitle } from './book-title.ts'

/** A title with the series in brackets at its end in smaller, muted type. */
export function BookTitleText({ title }: { title: string }) {
  const { main, series } = partsOfTitle(title)
  return (
    <>
      {main}
      {series && <span className="text-[0.85em] font-normal text-muted"> ({series})</span>}
    </>
  )
}
