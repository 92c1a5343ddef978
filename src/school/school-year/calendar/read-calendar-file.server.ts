import ICAL from 'ical.js'
import { dayAfter } from '#base/lib/day-start.ts'
import { asPlainLine } from '#base/lib/search/text.ts'
import { MOST_STRETCHES, type CalendarFileDays, type Stretch } from './calendar.schema.ts'

/** Times that a rule is asked for the next day: a day a year since 1900, or a day a day for thirty years. */
const MOST_STEPS = 12_000

/** Characters of a reason. */
const MOST_NOTE = 100

/** Whole days of a calendar file (RFC 5545) from a day to another one, by day; undefined if it is no such file. Repeated events too. */
export function readCalendarFile(text: string, first: string, last: string): CalendarFileDays | undefined {
  const found: CalendarFileDays = { days: [], withHours: 0, outside: 0 }
  const stretches = new Map<string, Stretch>()
  for (const event of eventsOf(text) ?? []) {
    const days = wholeDays(event)
    if (days === undefined) {
      found.withHours += 1
      continue
    }
    const note = asPlainLine(event.summary ?? '')
      .slice(0, MOST_NOTE)
      .trim()
    const times = occurrences(event, first, last, days)
    if (times.length === 0) found.outside += 1
    for (const { from, summary } of times) {
      const to = dayAfter(from, days - 1)
      const stretch = { from: from < first ? first : from, to: to > last ? last : to, note: summary ?? note }
      stretches.set(JSON.stringify(stretch), stretch)
    }
  }
  if (!eventsOf(text)) return undefined
  const days = [...stretches.values()].toSorted((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to))
  return { ...found, days: days.slice(0, MOST_STRETCHES) }
}

/** The events that were not called off, with their exceptions; undefined for what is no calendar. */
function eventsOf(text: string): ICAL.Event[] | undefined {
  try {
    const parsed: unknown = ICAL.parse(text.replace(/^\uFEFF/, ''))
    const roots = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    const components = roots.map((root) => new ICAL.Component(root)).filter(({ name }) => name === 'vcalendar')
    if (components.length === 0) return undefined
    const events = components
      .flatMap((component) => component.getAllSubcomponents('vevent'))
      .filter((component) => component.getFirstProperty('dtstart') !== null)
      .map((component) => new ICAL.Event(component))
    const main = events.filter((event) => !event.isRecurrenceException())
    for (const exception of events.filter((event) => event.isRecurrenceException()))
      main.find(({ uid }) => uid !== null && uid === exception.uid)?.relateException(exception)
    return main.filter((event) => !isCalledOff(event))
  } catch {
    return undefined
  }
}

const isCalledOff = ({ component }: ICAL.Event): boolean =>
  String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'

const dayOf = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const DAY_SECONDS = 86_400

/** How many whole days an event lasts: also one from midnight to midnight. Undefined for one with hours. */
function wholeDays({ startDate, duration }: ICAL.Event): number | undefined {
  const seconds = duration.toSeconds()
  const isMidnight = startDate.hour === 0 && startDate.minute === 0
  if (!startDate.isDate && !(isMidnight && seconds > 0 && seconds % DAY_SECONDS === 0)) return undefined
  return Math.max(1, Math.round(seconds / DAY_SECONDS))
}

interface Occurrence {
  from: string
  /** What this one is called, if it is an exception. */
  summary?: string
}

/** The first days of an event that touches the days from `first` to `last`. */
function occurrences(event: ICAL.Event, first: string, last: string, days: number): Occurrence[] {
  const isInside = (from: string) => from <= last && dayAfter(from, days - 1) >= first
  if (!event.isRecurring()) {
    const from = dayOf(event.startDate)
    return isInside(from) ? [{ from }] : []
  }
  const found: Occurrence[] = []
  const iterator = event.iterator()
  for (let step = 0; step < MOST_STEPS && found.length < MOST_STRETCHES; step += 1) {
    const next = iterator.next()
    if (!next || dayOf(next) > last) break
    const { item, startDate } = event.getOccurrenceDetails(next)
    const from = dayOf(startDate)
    if (!isInside(from) || isCalledOff(item)) continue
    found.push(
      item === event
        ? { from }
        : {
            from,
            summary: asPlainLine(item.summary ?? '')
              .slice(0, MOST_NOTE)
              .trim(),
          },
    )
  }
  return found
}
