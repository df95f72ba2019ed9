declare module 'parse-prometheus-text-format' {
  interface Metric {
    value?: string;
    labels?: Record<string, string>;
    /** Of a histogram, whose labels the parser drops. */
    buckets?: Record<string, string>;
    count?: string;
    sum?: string;
  }

  /** Throws at an invalid line. */
  export default function parse(
    text: string,
  ): { name: string; help: string; type: string; metrics: Metric[] }[];
}
