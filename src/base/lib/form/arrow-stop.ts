/** Where each key leads among so many links. */
const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Makes many links of a group one stop of the Tab key, at the current one or the first; the arrows lead on from there, as they
 * point on the page. By script: without one each link is a stop.
 */
export function arrowStop(group: HTMLElement | null): (() => void) | undefined {
  if (!group) return undefined
  const linksOf = () => [...group.querySelectorAll('a')]
  const stopAt = (stop: Element | undefined) => {
    for (const link of linksOf()) link.tabIndex = link === stop ? 0 : -1
  }
  const follow = (event: KeyboardEvent) => {
    const links = linksOf()
    const at = links.findIndex((link) => link === event.target)
    const isMirrored = getComputedStyle(group).direction === 'rtl' && /Arrow(Left|Right)/.test(event.key)
    const key = isMirrored ? { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key] : event.key
    const next = links[KEYS[key ?? '']?.(at, links.length) ?? -1]
    if (at === -1 || !next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    next.focus()
  }
  const note = ({ target }: FocusEvent) => stopAt(linksOf().find((link) => link === target))
  stopAt(group.querySelector('a:focus') ?? group.querySelector('a[aria-current=true]') ?? linksOf()[0])
  group.addEventListener('keydown', follow)
  group.addEventListener('focusin', note)
  return () => {
    group.removeEventListener('keydown', follow)
    group.removeEventListener('focusin', note)
  }
}
