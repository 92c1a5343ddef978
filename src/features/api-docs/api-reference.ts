import scriptUrl from 'swagger-ui-dist/swagger-ui-bundle.js?url'
import libraryStyles from 'swagger-ui-dist/swagger-ui.css?url'
import ownStyles from './api-reference.css?url'
import { referencePlugin } from './reference-plugin.ts'
import { triedDocument } from './tried-document.ts'

/** The OpenAPI document of this installation. */
export const DOCUMENT_URL = '/api/v1/openapi.json'

interface SwaggerOptions {
  domNode: HTMLElement
  spec: unknown
  [option: string]: unknown
}

declare global {
  interface Window {
    /** Put there by its script: swagger-ui-dist brings no module that a strict policy would let it load by. */
    SwaggerUIBundle?: (options: SwaggerOptions) => unknown
  }
}

/** Shows the reference in an element; throws when its script, its styles or the document cannot be loaded. */
export async function showReference(element: HTMLElement): Promise<void> {
  const [spec] = await Promise.all([
    readDocument(),
    // In this order: ours stand over the library's.
    loadStyles(libraryStyles).then(() => loadStyles(ownStyles)),
    window.SwaggerUIBundle ? undefined : loadScript(scriptUrl),
  ])
  if (!window.SwaggerUIBundle) throw new Error('The script of the reference has brought nothing')
  const show = window.SwaggerUIBundle
  await new Promise<void>((resolve) => {
    show({
      domNode: element,
      spec,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 2,
      // Nothing of it goes to swagger.io, and a key is forgotten with the page.
      validatorUrl: null,
      persistAuthorization: false,
      plugins: [referencePlugin],
      layout: 'PageLayout',
      onComplete: () => resolve(),
    })
  })
  mendLibrary(element)
}

async function readDocument(): Promise<unknown> {
  const answer = await fetch(DOCUMENT_URL)
  if (!answer.ok) throw new Error(`${DOCUMENT_URL} answered ${answer.status}`)
  return triedDocument(await answer.json())
}

function loadStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  return added(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}

const loadScript = (src: string): Promise<void> => added(Object.assign(document.createElement('script'), { src }))

/** Adds an element to the head and waits for what it loads; one that has failed is taken away, to be tried again. */
const added = (element: HTMLElement): Promise<void> =>
  new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('A file of the reference could not be loaded'))
    })
    document.head.append(element)
  })

/** Keeps the library's class for its dark colours beside ours, until the answer is called. */
export function followTheme(): () => void {
  const root = document.documentElement
  const follow = () => root.classList.toggle('dark-mode', root.classList.contains('dark'))
  const observer = new MutationObserver(follow)
  follow()
  observer.observe(root, { attributeFilter: ['class'] })
  return () => {
    observer.disconnect()
    root.classList.remove('dark-mode')
  }
}

/** What the library leaves without a name, or out of reach of the keyboard: mended as it comes, for as long as the page is open. */
function mendLibrary(element: HTMLElement): void {
  mend(element)
  new MutationObserver(() => mend(element)).observe(element, { childList: true, subtree: true })
}

function mend(element: HTMLElement): void {
  element.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close')
  for (const code of element.querySelectorAll('pre.microlight:not([tabindex])')) code.setAttribute('tabindex', '0')
  for (const select of element.querySelectorAll('select:not([aria-label], [id], [aria-labelledby])')) {
    const parameter = select.closest('tr')?.dataset.paramName
    select.setAttribute('aria-label', parameter ?? 'Examples')
  }
}
