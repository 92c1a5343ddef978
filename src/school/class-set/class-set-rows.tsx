import { Link } from '@tanstack/react-router'
import { backText, dueText, takerText } from './class-set-words.ts'
import type { ClassSet } from './class-set.schema.ts'

interface ClassSetRowsProps {
  sets: readonly ClassSet[]
  /** What names a set here: its book, or who has it. */
  by: 'book' | 'taker'
}

/** Class sets, each a line that leads to its page. */
export const ClassSetRows = ({ sets, by }: ClassSetRowsProps) => (
  // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
  <ul role="list" className="mt-1">
    {sets.map((set) => (
      <li
        key={set.id}
        className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-t border-line py-2.5 first:border-t-0"
      >
        <span className="min-w-32 flex-1 break-words">
          <Link
            to="/manager/class-sets/$id"
            params={{ id: set.id }}
            className="font-medium after:absolute after:inset-0 hover:underline"
          >
            <span dir="auto">{by === 'book' ? set.title : takerText(set)}</span>
          </Link>
          {by === 'book' && (
            <span dir="auto" className="block text-sm text-muted">
              {takerText(set)}
            </span>
          )}
        </span>
        <span className="text-sm text-muted">{backText(set)}</span>
        <span className={`text-sm ${set.isLate ? 'font-semibold text-danger' : ''}`}>{dueText(set)}</span>
      </li>
    ))}
  </ul>
)
