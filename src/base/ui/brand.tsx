import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from './icon.tsx'

/** The product's name as in page titles, package and command. */
const LATIN_NAME = 'Maktaba'

/** The mark with the library's own name, else with that of the product; in a script other than Latin, also in Latin letters. */
export function Brand({ own }: { own?: string | null | undefined }) {
  const name = m.brand_name()
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-serif text-lg leading-none font-semibold">
      <span className="grid size-7 flex-none place-items-center rounded-[7px] forced-color-adjust-none bg-[oklch(0.42_0.125_345)] text-[oklch(0.99_0.005_345)]">
        <Icon name="book" className="size-[1.15rem]" />
      </span>
      {own ? <bdi className="min-w-0 flex-1 leading-tight">{own}</bdi> : name}
      {!own && name !== LATIN_NAME && (
        <span lang="en" className="text-sm font-normal text-muted">
          {LATIN_NAME}
        </span>
      )}
    </span>
  )
}
