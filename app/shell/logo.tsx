import type { Brand } from "~/realms/realm";
import { brandName } from "./brand";

/** Fabel's fox, whose face is an open book. */
function Fox() {
  return (
    <>
      <path
        className="fill-tile-mark"
        d="M20 12.500 7.600 3.700C6.600 3 5.300 3.600 5.100 4.800 3.900 12 4 19 6.700 25L20 37l13.300-12c2.700-6 2.800-13 1.600-20.200-.2-1.200-1.500-1.800-2.500-1.100Z"
      />
      <path
        className="fill-leaf"
        d="M20 24.500c-4-3.600-8.700-4-13.900-1.500.2.700.4 1.400.6 2L20 37l13.300-12 .6-2c-5.200-2.500-9.900-2.100-13.900 1.500Z"
      />
      <path className="stroke-dot" strokeWidth="1.300" strokeLinecap="round" d="M20 24.500V33" />
      <circle className="fill-dot" cx="13.300" cy="19" r="1.900" />
      <circle className="fill-dot" cx="26.700" cy="19" r="1.900" />
      <ellipse className="fill-dot" cx="20" cy="35" rx="2.600" ry="2.100" />
    </>
  );
}

/** Fabulette's crow from the fable, with a page as wing. */
function Crow() {
  return (
    <>
      <path
        className="fill-leaf"
        d="M8 17C8 9.300 13.800 4 20.500 4 27.300 4 32 8.700 32 15.200c0 9.700-6.400 16.900-17.500 19.600-3 .7-5.900.9-8.700.8 3-2.600 4.600-5.200 4.800-8.200C8.900 25 8 21.300 8 17Z"
      />
      <path
        className="fill-tile-mark"
        d="M30.800 10.500 39 14.200c.6.300.6 1.100 0 1.400l-7.500 3.200c.4-2.800.2-5.600-.7-8.300Z"
      />
      <path
        className="fill-tile"
        d="M12 20.500c3.500-1.700 7-1.500 10.300.7-1.500 4.600-5 7.700-10.100 9.200.6-3.300.5-6.600-.2-9.900Z"
      />
      <path
        className="stroke-leaf"
        strokeWidth="1.200"
        strokeLinecap="round"
        d="M14.500 23.300c1.600-.4 3.200-.3 4.800.3M14.700 26.200c1-.2 2-.2 3 .1"
      />
      <circle className="fill-dot" cx="25" cy="12.500" r="1.100" />
    </>
  );
}

const marks: Record<Brand, () => JSX.Element> = { fabel: Fox, "fabel-france": Crow };

/** The brand's animal without its name. */
function LogoMark({ brand, className = "size-10" }: { brand: Brand; className?: string }) {
  const Mark = marks[brand];
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden="true" className={className}>
      <rect className="fill-tile" width="40" height="40" rx="11" />
      <g transform="translate(5.2 4.600) scale(.74)">
        <Mark />
      </g>
    </svg>
  );
}

/** The brand's animal and name. docs/product/shell.md#users: France is branded differently. */
export function Logo({ brand }: { brand: Brand }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark brand={brand} className="size-10 shrink-0" />
      <span className="font-extrabold text-22 text-ink tracking-tight">{brandName(brand)}</span>
    </span>
  );
}
