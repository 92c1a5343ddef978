import { PROVIDERS, type WidgetEvents, type WidgetOptions } from './captcha-providers.ts'
import { loadScript } from './captcha-script.ts'

interface Events extends WidgetEvents {
  onShown: () => void
}

/** Renders a provider's widget in an element; returns its removal. */
export function showWidget(parent: HTMLElement, options: WidgetOptions, events: Events): () => void {
  // The provider controls the content of this element.
  const container = document.createElement('div')
  parent.append(container)
  const { scriptUrl, render } = PROVIDERS[options.provider]
  let isRemoved = false
  let remove: (() => void) | undefined
  const show = async () => {
    await loadScript(scriptUrl(options))
    if (isRemoved) return
    remove = render(container, options, events)
    if (remove) events.onShown()
    else events.onFailed()
  }
  show().catch(() => isRemoved || events.onFailed())
  return () => {
    isRemoved = true
    remove?.()
    container.remove()
  }
}
