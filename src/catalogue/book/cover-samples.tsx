import { m } from '#base/i18n/paraglide/messages.js'
import { BookCover } from './shared/cover/book-cover.tsx'

/** Ids whose covers differ in composition and tone. */
const IDS = ['sample-1', 'sample-4', 'sample-6', 'sample-9', 'sample-11']

/** Covers of a hue, with a title. Decoration. */
export function CoverSamples({ hue, title }: { hue: number; title: string }) {
  const genre = { id: '', name: title, slug: null, names: null, hue }
  return (
    <div aria-hidden="true" className="grid grid-cols-5 gap-2.5">
      {IDS.map((id) => (
        <BookCover key={id} book={{ id, title, author: m.brand_name(), genre }} />
      ))}
    </div>
  )
}
