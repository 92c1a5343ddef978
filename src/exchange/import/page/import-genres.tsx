import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { editDistance } from '#base/lib/search/edit-distance.ts'
import { fold } from '#base/lib/search/fold.ts'
import { Button } from '#base/ui/button.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import type { Import } from '../import.schema.ts'

const ADD = 'add'
const LEAVE_OUT = ''
/** A list of more new genres than this is folded at first. */
const OPEN = 5

interface GenreOption {
  value: string
  label: string
}

interface ImportGenresProps {
  item: Pick<Import, 'choices' | 'newGenres'>
  /** The genres of the library. */
  genres: readonly GenreOption[]
  onChoose: (choices: Partial<Import['choices']>) => void
}

/** What becomes of each genre of the file that does not exist: it is added, left out, or one of the library instead. */
export function ImportGenres({ item: { choices, newGenres }, genres, onChoose }: ImportGenresProps) {
  const options = [
    { value: ADD, label: m.import_genre_add() },
    { value: LEAVE_OUT, label: m.import_genre_leave_out() },
    ...genres,
  ]
  const choose = (name: string, value: string) =>
    onChoose({ genres: { ...choices.genres, [name]: value === LEAVE_OUT ? null : value } })
  const chosenFor = (name: string): string => {
    const chosen = choices.genres[name]
    return chosen === undefined ? (choices.addsGenres ? ADD : LEAVE_OUT) : (chosen ?? LEAVE_OUT)
  }
  return (
    <details open={newGenres.length <= OPEN} className="mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm text-sm font-medium text-accent">
        {m.import_genres_each({ count: formatNumber(newGenres.length) })}
      </summary>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className={newGenres.length > OPEN ? 'max-h-80 overflow-y-auto' : ''}>
        {newGenres.map(({ name, count }) => {
          const like = chosenFor(name) === ADD ? likeGenre(name, genres) : undefined
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-1.5 not-last:border-b">
              <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                <bdi className="font-medium">{name}</bdi>{' '}
                <span className="text-sm text-muted tabular-nums">{formatNumber(count)}</span>
              </span>
              {like && (
                <Button look="ghost" onClick={() => choose(name, like.value)}>
                  {m.import_genre_like({ genre: like.label })}
                </Button>
              )}
              <NativeSelect
                label={name}
                value={chosenFor(name)}
                options={options}
                className={`${filterClass()} max-w-full px-3 [&>span]:truncate`}
                onChange={(value) => {
                  const { [name]: _, ...others } = choices.genres
                  if (value === ADD && choices.addsGenres) onChoose({ genres: others })
                  else choose(name, value)
                }}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** The genre of the library that a name of the file may mean: `Romans` and `Roman / Nouvelle` are like `Roman`. */
function likeGenre(name: string, genres: readonly GenreOption[]): GenreOption | undefined {
  const parts = name
    .split(/[/,;&>–|-]/)
    .map((part) => fold(part).trim())
    .filter((part) => part.length > 2)
  const distanceOf = ({ label }: GenreOption): number =>
    Math.min(
      ...parts
        .map((part) => editDistance(part, fold(label)))
        .map((distance) => (distance <= label.length / 4 ? distance : Infinity)),
      Infinity,
    )
  const [best] = genres
    .map((genre) => ({ genre, distance: distanceOf(genre) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance < Infinity ? best.genre : undefined
}
