/** Picture on 404 pages. */
export function LostFox({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={className}>
      <ellipse className="fill-sunken" cx="160" cy="196" rx="140" ry="16" />
      <path className="fill-primary-tint" d="M24 190C40 120 92 74 160 74s120 46 136 116Z" />
      <circle className="fill-accent-tint" cx="252" cy="52" r="30" />
      {/* tail */}
      <path className="fill-accent" d="M206 178c38 8 62-14 58-46-2-14-14-20-22-12-10 10 4 26-8 36-8 7-20 6-30 4Z" />
      <path className="fill-leaf" d="M264 132c-2-14-14-20-22-12-5 5-4 11-2 17 8 1 16-1 24-5Z" />
      {/* body */}
      <path className="fill-accent" d="M118 192c-6-44 10-76 42-76s50 32 46 76Z" />
      <path className="fill-leaf" d="M142 192c-4-26 4-46 18-46s23 20 19 46Z" />
      {/* head */}
      <path
        className="fill-accent"
        d="m160 74-44-32c-4-3-8-1-9 4-4 26-2 50 8 70l45 34 45-34c10-20 12-44 8-70-1-5-5-7-9-4Z"
      />
      <path className="fill-leaf" d="M160 116c-14-11-29-13-47-5l2 5 45 34 45-34 2-5c-18-8-33-6-47 5Z" />
      <circle className="fill-dot" cx="137" cy="94" r="6" />
      <circle className="fill-dot" cx="183" cy="94" r="6" />
      <ellipse className="fill-dot" cx="160" cy="145" rx="8" ry="6" />
      <path
        className="stroke-accent-strong"
        strokeWidth="4"
        strokeLinecap="round"
        d="M126 78c4-5 9-7 15-6M194 78c-4-5-9-7-15-6"
      />
      {/* an open book without its words */}
      <path
        className="fill-leaf stroke-line-strong"
        strokeWidth="3"
        d="M92 176c24-8 46-6 68 6 22-12 44-14 68-6v26c-24-6-46-4-68 6-22-10-44-12-68-6Z"
      />
      <path className="stroke-line-strong" strokeWidth="3" d="M160 182v26" />
      {/* the page that flew away */}
      <path className="fill-leaf stroke-line-strong" strokeWidth="3" d="m46 66 34-14 12 40-36 12Z" />
      <path className="stroke-line-strong" strokeWidth="3" strokeLinecap="round" d="m58 74 18-7M62 86l18-7" />
      <path
        className="stroke-line-strong"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2 9"
        d="M92 104c16 8 22 22 14 40"
      />
    </svg>
  );
}
