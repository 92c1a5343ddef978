interface Library {
  React: { createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown }
}

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => unknown
}

/** The library's own plugin interface: its parts in our frame. */
export const referencePlugin = ({ React }: Library) => ({
  components: {
    /** Without the title, the server to choose (there is one) and the second `<main>` of its own layout. */
    PageLayout: ({ getComponent }: LayoutProps) => {
      const part = (name: string) => React.createElement(getComponent(name, true), null)
      return React.createElement(
        'div',
        { className: 'swagger-ui' },
        React.createElement(getComponent('SvgAssets'), null),
        part('errors'),
        part('InfoContainer'),
        React.createElement('div', { className: 'scheme-container' }, part('AuthorizeBtnContainer')),
        part('operations'),
        part('Models'),
      )
    },
  },
  wrapComponents: {
    // A link inside the button that opens an operation is a small target within another, said twice.
    DeepLink:
      () =>
      ({ text }: { text: unknown }) =>
        React.createElement('span', null, text),
  },
})
