import { useId, type CSSProperties } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { oklchToHex } from '#base/lib/oklch.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { HUE_MAX } from './genre.schema.ts'
import { hueSamples } from './genre.slots.ts'
import './genre-hue.css'

const colorOf = (hue: number): string => oklchToHex(0.55, 0.11, hue)
const STOPS = Array.from({ length: 13 }, (_, index) => colorOf(index * 30)).join(', ')

interface GenreHueProps {
  hue: number
  /** Title that stands on the sample covers. */
  title: string
  error: string | undefined
  onChange: (hue: number) => void
}

/** The hue of a genre, on a slider, with covers of it. */
export function GenreHue({ hue, title, error, onChange }: GenreHueProps) {
  const id = useId()
  // As custom properties, which the slider's parts inherit.
  const style: CSSProperties = { '--stops': STOPS, '--hue': colorOf(hue) }
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-semibold">
        {m.genre_hue()}
      </label>
      <input
        id={id}
        type="range"
        name="hue"
        min={0}
        max={HUE_MAX}
        value={hue}
        aria-valuetext={`${hue}°`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-note`}
        style={style}
        className="genre-hue"
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <div className="mt-2 empty:hidden">
        <hueSamples.Parts hue={hue} title={title} />
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
