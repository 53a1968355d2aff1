// The look's colours for letters, where there are no custom properties. Values are those of the
// storefront's tokens; the test beside compares them.

export const colours = {
  cream: '#fcf6ea',
  paper: '#fffdf8',
  cocoa: '#34170f',
  inkSoft: '#6a4636',
  hair: '#e4d6c4',
  violet: '#4f1787',
  violetDeep: '#2b0a4d',
  lilacInk: '#d9c2f2',
  marigold: '#ffb01f',
} as const;

export const fonts = {
  display: "Arima, Georgia, 'Times New Roman', serif",
  text: "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;
