import encodeQR from "qr";
import { useMemo } from "react";

/** A URL as a QR code: black on white in every theme, with quiet zone and medium error correction. */
export function QrCodeImage({ address, label }: { address: string; label: string }) {
  const { size, path } = useMemo(() => modulesOf(address), [address]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="my-2 size-48 rounded-control"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function modulesOf(address: string): { size: number; path: string } {
  const data = encodeQR(address, "raw", { ecc: "medium", border: 4 });
  const rows = data.map((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size: data.length, path: rows.join("") };
}
