interface Library {
  React: { createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown }
}

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => unknown
}

/** Swagger UI plugin: its parts in our layout. */
export const referencePlugin = ({ React }: Library) => ({
  components: {
    /** Its own layout without the title, the choice of a server (there is one) and the second `<main>`. */
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
    // A link inside the button that opens an operation would be a nested target and read twice.
    DeepLink:
      () =>
      ({ text }: { text: unknown }) =>
        React.createElement('span', null, text),
  },
})
