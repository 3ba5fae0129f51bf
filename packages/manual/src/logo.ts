/** The mark of the product, the same as the dashboard's (`brand.test.ts`): in the bar of every page, and as its icon. */
export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4353ff"/>' +
  '<path d="M9 9.5h9a5.5 5.5 0 0 1 0 11h-5.2L9 24.2z" fill="#fff"/><circle cx="14" cy="15" r="1.5" fill="#4353ff"/>' +
  '<circle cx="18.6" cy="15" r="1.5" fill="#4353ff"/></svg>';
