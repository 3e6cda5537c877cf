import type { Family } from '../model/catalogue.ts';

/** One drawing a family and a verb, on a grid of 20 pixels, in lines of 1.5. */
const paths = {
  read: 'M4 5c0-1.7 12-1.7 12 0v10c0 1.7-12 1.7-12 0zM4 5c0 1.7 12 1.7 12 0M4 10c0 1.7 12 1.7 12 0',
  clean: 'M12 3l-5 8M5 12l6 3M4.5 13.5L3 17h8l1.5-3.5M14 8l3 0M15.5 6.5v3',
  filter: 'M3 4h14l-5.5 6.5V16l-3-1.5v-4z',
  join: 'M8 10a4 4 0 1 0-1 3M12 10a4 4 0 1 1 1-3M7 10h6',
  group: 'M15 5V3.5H5L11 10l-6 6.5h10V15',
  code: 'M7 6l-4 4 4 4M13 6l4 4-4 4M11 4.5l-2 11',
  column: 'M3 4h14v12H3zM8 4v12M12.5 4v12M3 8h14',
  chart: 'M3 3v14h14M6.5 14v-4M10 14V6M13.5 14V9',
  save: 'M10 3v9M6.5 9L10 12.5 13.5 9M4 14v3h12v-3',
  model: 'M10 4a2 2 0 1 0 0 .1M4.5 15a2 2 0 1 0 0 .1M15.5 15a2 2 0 1 0 0 .1M8.5 6l-3 6.5M11.5 6l3 6.5M6.5 15h7',
  check: 'M3 4h14v12H3zM6.5 10l2.5 2.5 4.5-5',
  note: 'M4 3h9l3 3v11H4zM7 9h6M7 12.5h4',
  other: 'M10 3l7 7-7 7-7-7z',
  search: 'M9 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12.5 12.5L17 17',
  undo: 'M7 5L3.5 8.5 7 12M4 8.5h8a4 4 0 0 1 0 8H9',
  redo: 'M13 5l3.5 3.5L13 12M16 8.5H8a4 4 0 0 0 0 8h3',
  run: 'M6 4l10 6-10 6z',
  plus: 'M10 4v12M4 10h12',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  arrange: 'M3 4h5v4H3zM12 3h5v4h-5zM12 13h5v4h-5zM8 6h2v9h2M10 5h2',
  close: 'M5 5l10 10M15 5L5 15',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
  panel: 'M3 4h14v12H3zM12.5 4v12',
  frame: 'M3 6V3h3M14 3h3v3M17 14v3h-3M6 17H3v-3M7 7h6v6H7z',
  collapse: 'M8 4v4H4M12 4v4h4M8 16v-4H4M12 16v-4h4',
  expand: 'M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4',
  drawer: 'M3 4h14v12H3zM3 11.5h14',
} as const satisfies Record<Family, string> & Record<string, string>;

export type IconName = keyof typeof paths;

/** A decorative icon: its label is the text next to it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      <path d={paths[name]} />
    </svg>
  );
}
