import { hasOfflineNews } from '#kit/offline/shared/offline-news.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'

/** Says once that the books are on this device now. */
export function OfflineNews() {
  if (!useInBrowser(hasOfflineNews, false)) return null
  return (
    <p className="mt-6 flex items-center gap-2 text-[0.8125rem] text-muted print:hidden">
      <Icon name="book" className="size-4 flex-none" />
      {m.home_offline_news()}
    </p>
  )
}
