import { useQuery, type QueryClient } from '@tanstack/react-query'
import { formatNumber } from '#base/i18n/format.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { figuresQuery } from '../dashboard.data.ts'

/** Asks for the figures before the navigation is rendered; it does without them. */
export const loadPageCounts = async ({ queryClient }: { queryClient: QueryClient }): Promise<unknown> =>
  queryClient.query(figuresQuery).catch(() => undefined)

/** Behind the name of a page in the navigation: the number of rows of its noun, or a figure of what needs attention. */
export function PageCount({ noun, figure }: { noun?: string; figure?: string }) {
  const { data } = useQuery(figuresQuery)
  const count = data && (noun === undefined ? lookUp(data.attention, figure ?? '') : lookUp(data.counts, noun))
  return (
    count !== undefined && (
      <span className="ms-auto text-[0.8125rem] font-normal text-muted tabular-nums">{formatNumber(count)}</span>
    )
  )
}
