import { Icon } from './icon.tsx'

/** The mark and the name of the product. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-serif text-lg leading-none font-semibold">
      <span className="grid size-7 place-items-center rounded-[7px] bg-[oklch(0.42_0.125_345)] text-[oklch(0.99_0.005_345)]">
        <Icon name="book" className="size-[1.15rem]" />
      </span>
      Maktaba
    </span>
  )
}
