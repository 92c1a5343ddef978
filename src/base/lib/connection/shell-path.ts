/** Page of the reader area without content, which the service worker shows where no page can be loaded. */
export const SHELL_PATH = '/app/offline'
