# SPDX-License-Identifier: Apache-2.0
"""Golden model of axi-mceliece: McEliece and Classic McEliece on numpy.

A layer imports only from the ones above it in this list. Bits, bytes and words follow one rule:
bit i is bit (i mod 8) of byte i // 8, words are 16-bit little endian (`mce.bits`).

    errors      MceError(code, message, cure) and its kinds
    spec        model/spec/params.yml, read once
    field       field(m): mul, sqr, inv (inv(0) = 0), div, pow on uint16 arrays, m = 4..16
    bits        pack, unpack, from_positions, words_to_bytes, bytes_to_words, bit_reverse
    poly        horner, mul, mod, mulmod, gcd, is_irreducible; coefficients low degree first
    basis       basis(m[, r]): b, beta, r, number, pt(a), order, fft, change, change_transpose,
                power_sums, ...; find_b, longest_chain, prove_length
    params      Params; get(name), names(), from_key_length(length), custom(m, n, t, ...),
                from_description(vector_file_header)
    goppa       weights, parity_check, pack_binary_rows, power_sums, berlekamp_massey,
                berlekamp_massey_reformulated, Code(field, g, alpha).decode(bits) -> Decoding
    drbg        Drbg(seed48)(length) -> bytes; RandomBytes is any such function
    controlbits control_bits(pi), permutation(bits, m), to_bytes(pi), from_bytes(data, m)
    gf2         echelon, multiply: packed elimination and product over GF(2)
    keys        PrivateKey.from_bytes(params, sk): delta, pivots, g, pi, s, alpha, code; to_bytes()
                PublicKey.from_bytes(params, pk): rows, padding_ok
    keygen      seeded_keygen(params, delta) -> KeyPair(pk, sk, attempts, failed, expansion, ...);
                expand, goppa_polynomial, field_ordering, mat_gen
    niederreiter encode(params, pk, e) -> syndrome bytes, decode(params, sk, c0) -> Decoding
    kem         encapsulate(params, pk, rng) -> Encapsulation, encapsulate_errors(params, pk, e)
                -> (ct, ss), decapsulate(params, sk, ct) -> Decapsulation,
                fixed_weight(params, rng) -> e, scripted(draws) -> rng
    pke         encrypt(params, pk, message, e) -> Encryption, decrypt(params, sk, c) -> Decryption
                (hazmat: one-way only)
    keyimage    build(params, sk) -> KeyImage, load(data) -> KeyImage; to_bytes()

Error vectors and words are arrays of n bits (`U8`) where a function says bits, else bytes.
"""
